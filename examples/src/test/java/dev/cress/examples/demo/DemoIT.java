package dev.cress.examples.demo;

/** The demo on Redis. */
class DemoIT extends DemoContract {

  @Override
  boolean isMemcached() {
    return false;
  }
}
