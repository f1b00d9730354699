/**
 * Real servers for tests, demos and benchmarks: {@link dev.cress.testservers.TestServers} starts
 * them in Docker, from a binary on the PATH or from the jar, whichever this machine has; {@link
 * dev.cress.testservers.TestNode} kills, pauses and restarts one; {@link
 * dev.cress.testservers.FaultProxy} makes the way to it slow or breaks it. Never deployed.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.testservers;
