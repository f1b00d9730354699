/**
 * The demo behind {@code bin/demo}: three ways to spread keys over Redis or memcached servers,
 * under the same load, while a server joins and leaves. Start reading at {@link
 * dev.cress.examples.demo.Demo}; {@link dev.cress.examples.demo.Product} is what differs between
 * the two.
 */
@NullMarked
package dev.cress.examples.demo;

import org.jspecify.annotations.NullMarked;
