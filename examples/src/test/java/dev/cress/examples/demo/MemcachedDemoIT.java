package dev.cress.examples.demo;

/** The demo on memcached. */
class MemcachedDemoIT extends DemoContract {

  @Override
  boolean isMemcached() {
    return true;
  }
}
