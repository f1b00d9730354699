package dev.cress.redis;

import dev.cress.redis.internal.migration.EvalCalls;
import dev.cress.redis.internal.migration.Script;
import dev.cress.redis.internal.migration.ScriptCalls;
import dev.cress.redis.internal.migration.Scripts;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The protocol as it is, or with one of its precautions left out, to show what that one is for.
 * Immutable.
 *
 * @param scripts the scripts
 * @param calls decorates script calls
 */
record Variant(Scripts scripts, UnaryOperator<ScriptCalls> calls) {

  /** The protocol as it is. */
  static final Variant STANDARD = new Variant(Scripts.STANDARD, UnaryOperator.identity());

  static Variant scripts(Scripts scripts) {
    return new Variant(scripts, UnaryOperator.identity());
  }

  static Variant calls(UnaryOperator<ScriptCalls> calls) {
    return new Variant(Scripts.STANDARD, calls);
  }

  ScriptCalls newCalls() {
    return Objects.requireNonNull(calls.apply(new EvalCalls()));
  }

  /** A script with some of its text exchanged, which must be there. */
  static Script edited(Script script, String text, String by) {
    if (!script.text().contains(text)) {
      throw new IllegalArgumentException(script.name() + " does not contain: " + text);
    }
    return new Script(script.name(), script.text().replace(text, by));
  }
}
