/**
 * Who owns a key: a {@link dev.cress.selector.Selector} is an algorithm, a {@link
 * dev.cress.selector.Placement} is that algorithm applied to one node set. All of it is pure and
 * deterministic: the same key and the same nodes give the same owner in every client, whatever the
 * order in which the nodes were listed and whether they can be reached. A {@link
 * dev.cress.selector.Preset} is the algorithm of another client, bit for bit.
 */
@org.jspecify.annotations.NullMarked
package dev.cress.selector;
