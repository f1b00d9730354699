/** What a user says of the copies of each key. */
@org.jspecify.annotations.NullMarked
package dev.cress.redis.replicas;
