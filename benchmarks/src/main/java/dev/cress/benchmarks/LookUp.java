package dev.cress.benchmarks;

/** Finds the owner of a key, given by its number; for the benchmark of selectors. */
interface LookUp {

  /** Returns a number that depends on the owner. */
  int owner(int key);
}
