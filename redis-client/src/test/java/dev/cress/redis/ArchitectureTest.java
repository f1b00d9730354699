package dev.cress.redis;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the packages of this module. */
@AnalyzeClasses(packages = "dev.cress.redis", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesImportOnlyAlongTheArrows =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("client")
          .definedBy("dev.cress.redis")
          .layer("error")
          .definedBy("dev.cress.redis.error")
          .layer("hotkeys")
          .definedBy("dev.cress.redis.hotkeys")
          .layer("replicas")
          .definedBy("dev.cress.redis.replicas")
          .layer("recorder")
          .definedBy("dev.cress.redis.internal.hotkeys")
          .layer("near")
          .definedBy("dev.cress.redis.internal.near")
          .layer("command")
          .definedBy("dev.cress.redis.internal.command")
          .layer("connection")
          .definedBy("dev.cress.redis.internal.connection")
          .layer("migration")
          .definedBy("dev.cress.redis.internal.migration")
          .layer("routing")
          .definedBy("dev.cress.redis.internal.routing")
          .layer("pubsub")
          .definedBy("dev.cress.redis.internal.pubsub")
          .whereLayer("client")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("error")
          .mayNotAccessAnyLayer()
          .whereLayer("hotkeys")
          .mayNotAccessAnyLayer()
          .whereLayer("replicas")
          .mayNotAccessAnyLayer()
          .whereLayer("recorder")
          .mayOnlyAccessLayers("hotkeys")
          .whereLayer("near")
          .mayOnlyAccessLayers("connection")
          .whereLayer("command")
          .mayOnlyAccessLayers("error")
          .whereLayer("connection")
          .mayOnlyAccessLayers("error")
          .whereLayer("migration")
          .mayOnlyAccessLayers("connection", "error")
          .whereLayer("routing")
          .mayOnlyAccessLayers(
              "command", "connection", "migration", "error", "recorder", "replicas")
          .whereLayer("pubsub")
          .mayOnlyAccessLayers("command", "connection", "migration", "routing", "error");

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("dev.cress.redis.(**)").should().beFreeOfCycles();
}
