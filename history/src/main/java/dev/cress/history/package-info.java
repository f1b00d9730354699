/**
 * Records what concurrent clients of a store saw and decides, key by key, whether one order of the
 * operations explains it all (linearizability). A test uses it in five lines:
 *
 * <pre>{@code
 * Recorder recorder = new Recorder();
 * Recorder.Call call = recorder.invoke("client-1", key, RedisKind.SET, "v1"); // before the command is sent
 * call.returned(commands.set(key, "v1")); // or failedWithoutEffect() or unknown(); not ended: unknown
 * Verdict verdict = LinearizabilityChecker.strict().check(recorder.history()); // or upToLoss()
 * verdict.orFail(); // an AssertionError with the operations around the place that nothing explains
 * }</pre>
 *
 * <p>What a store's commands do is told by its {@link dev.cress.history.Kind kinds}, which live in
 * the tests of its client; here nothing knows Redis or memcached.
 */
@NullMarked
package dev.cress.history;

import org.jspecify.annotations.NullMarked;
