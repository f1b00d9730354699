/**
 * Records what concurrent clients of a cache saw and decides, key by key, whether one order of the
 * operations explains it all (linearizability). A test uses it in five lines:
 *
 * <pre>{@code
 * Recorder recorder = new Recorder();
 * Recorder.Call call = recorder.invoke("client-1", key, Kind.SET, "v1"); // before the command is sent
 * call.returned(commands.set(key, "v1")); // or failedWithoutEffect() or unknown(); not ended: unknown
 * Verdict verdict = LinearizabilityChecker.strict().check(recorder.history()); // or upToLoss()
 * verdict.orFail(); // an AssertionError with the operations around the place that nothing explains
 * }</pre>
 */
@NullMarked
package dev.cress.redis.history;

import org.jspecify.annotations.NullMarked;
