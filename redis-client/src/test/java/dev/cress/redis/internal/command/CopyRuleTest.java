package dev.cress.redis.internal.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cress.node.RoutingException;
import io.lettuce.core.protocol.RedisCommand;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyRuleTest {

  /** Those that do something else on each copy, wait, or that nobody has thought about. */
  private static final String REFUSED =
      """
      ARDEL ARDELRANGE ARINSERT ARMSET ARNEXT ARRING ARSEEK ARSET BF.ADD BF.INSERT BF.LOADCHUNK
      BF.MADD BF.RESERVE BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN CF.ADD
      CF.ADDNX CF.DEL CF.INSERT CF.INSERTNX CF.LOADCHUNK CF.RESERVE CMS.INCRBY CMS.INITBYDIM
      CMS.INITBYPROB CMS.MERGE DELEX DISCARD EVAL EVALSHA EVALSHA_RO EVAL_RO EXEC FCALL FCALL_RO
      HSETNX INCREX JSON.ARRPOP LMOVE LMOVEM LMPOP LPOP MSETEX MSETNX MULTI RENAMENX RPOP
      RPOPLPUSH SETNX SPOP TDIGEST.ADD TDIGEST.CREATE TDIGEST.MERGE TDIGEST.RESET TOPK.ADD
      TOPK.INCRBY TOPK.RESERVE TS.ADD TS.ALTER TS.CREATE TS.CREATERULE TS.DECRBY TS.DEL
      TS.DELETERULE TS.INCRBY TS.MADD UNWATCH VADD VREM VSETATTR WATCH XACK XACKDEL XADD
      XAUTOCLAIM XCFGSET XCLAIM XDEL XDELEX XGROUP XNACK XREAD XREADGROUP XSETID XTRIM ZMPOP
      ZPOPMAX ZPOPMIN
      """;

  private final CommandTable table = CommandTable.load();

  private CopyRule rule(String... words) {
    RedisCommand<?, ?, ?> command =
        Commands.untyped(words[0], Arrays.copyOfRange(words, 1, words.length));
    return CopyRule.of(command, table.spec(command));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HGETALL", "MGET", "EXISTS", "SINTER", "TTL", "GEOSEARCH", "XLEN"})
  void readsAskOneCopyAfterTheOther(String name) {
    assertThat(rule(name, "k", "l")).isEqualTo(CopyRule.READ);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HSCAN", "SSCAN", "ZSCAN"})
  void aCursorIsGoodForOneCopy(String name) {
    assertThat(rule(name, "k", "0")).isEqualTo(CopyRule.READ_FIRST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SET", "MSET", "INCR", "HSET", "RPUSH", "ZADD", "SORT"})
  void writesGoToAllCopies(String name) {
    assertThat(rule(name, "k", "v")).isEqualTo(CopyRule.WRITE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DEL", "UNLINK", "GETDEL", "HDEL", "SREM", "ZREM", "LTRIM", "RENAME", "SMOVE", "EXPIRE",
        "GETEX", "HEXPIRE"
      })
  void removalsMustBeDoneOnAllCopies(String name) {
    assertThat(rule(name, "k", "m")).isEqualTo(CopyRule.REMOVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PING", "KEYS", "FLUSHALL", "PUBLISH", "SUBSCRIBE", "SELECT", "INFO"})
  void whatIsAboutNoKeyGoesItsWay(String name) {
    assertThat(rule(name, "x", "y")).isEqualTo(CopyRule.NO_KEY);
  }

  @ParameterizedTest
  @CsvSource({
    "EVAL, a script may do something else",
    "FCALL_RO, a script may do something else",
    "LPOP, give away different elements",
    "BLPOP, give away different elements",
    "SPOP, give away different elements",
    "SETNX, decide by itself",
    "XADD, the ids and groups of a stream",
    "XREAD, the ids and groups of a stream",
    "MULTI, carried out by each copy at another time",
    "WATCH, carried out by each copy at another time",
    "BF.ADD, not known to do the same",
    "SOME.COMMAND, not known to do the same"
  })
  void othersAreRefusedWithTheReason(String name, String reason) {
    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> rule(name, "k"))
        .withMessageStartingWith(name + " is not sent to replicas: ")
        .withMessageContaining(reason)
        .withMessageEndingWith("; use a client without replicas(…) for such keys");
  }

  @ParameterizedTest
  @ValueSource(strings = {"NX", "nx", "IFEQ"})
  void setIsRefusedIfItDependsOnWhatIsThere(String condition) {
    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> rule("SET", "k", "v", "EX", "10", condition))
        .withMessageStartingWith("SET is not sent to replicas: ")
        .withMessageContaining("each copy would decide by itself");
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSON.SET k $ 1 NX", "HSETEX k FNX FIELDS 1 f v", "EXPIRE k 10 GT"})
  void otherCommandsAreRefusedByTheirConditions(String command) {
    assertThatExceptionOfType(RoutingException.class)
        .isThrownBy(() -> rule(command.split(" ", -1)))
        .withMessageContaining("each copy would decide by itself");
  }

  @Test
  void aValueIsNoCondition() {
    assertThat(rule("SET", "NX", "NX")).isEqualTo(CopyRule.WRITE);
    assertThat(rule("SET", "k", "NX", "EX", "10")).isEqualTo(CopyRule.WRITE);
    assertThat(rule("SET", "k", "v", "XX")).isEqualTo(CopyRule.WRITE);
    assertThat(rule("HSETEX", "k", "FIELDS", "1", "f", "FNX")).isEqualTo(CopyRule.WRITE);
  }

  @Test
  void everyOtherCommandOfTheTableIsSent() {
    Set<String> refused = new TreeSet<>();
    for (String name : table.specs().keySet()) {
      try {
        rule(name.split(" ", -1));
      } catch (RoutingException e) {
        refused.add(name);
      }
    }

    assertThat(refused).containsExactlyInAnyOrder(REFUSED.strip().split("\\s+", -1));
  }
}
