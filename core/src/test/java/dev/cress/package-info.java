/** Checks that span all packages of this module. */
@org.jspecify.annotations.NullMarked
package dev.cress;
