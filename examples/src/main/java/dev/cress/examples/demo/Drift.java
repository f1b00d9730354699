package dev.cress.examples.demo;

/**
 * How far from the moment that was set a key may expire because it has moved. Immutable.
 *
 * @param earlier so much earlier at the most, in ms
 * @param later so much later at the most, in ms
 */
record Drift(long earlier, long later) {

  static final Drift NONE = new Drift(0, 0);
}
