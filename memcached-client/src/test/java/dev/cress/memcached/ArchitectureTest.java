package dev.cress.memcached;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the packages of this module. */
@AnalyzeClasses(
    packages = "dev.cress.memcached",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesImportOnlyAlongTheArrows =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("client")
          .definedBy("dev.cress.memcached")
          .layer("error")
          .definedBy("dev.cress.memcached.error")
          .layer("operation")
          .definedBy("dev.cress.memcached.internal.operation")
          .layer("connection")
          .definedBy("dev.cress.memcached.internal.connection")
          .layer("migration")
          .definedBy("dev.cress.memcached.internal.migration")
          .layer("routing")
          .definedBy("dev.cress.memcached.internal.routing")
          .whereLayer("client")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("error")
          .mayNotAccessAnyLayer()
          .whereLayer("operation")
          .mayOnlyAccessLayers("error")
          .whereLayer("connection")
          .mayOnlyAccessLayers("operation", "error")
          .whereLayer("migration")
          .mayOnlyAccessLayers("operation", "connection", "error")
          .whereLayer("routing")
          .mayOnlyAccessLayers("operation", "connection", "migration", "error");

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("dev.cress.memcached.(**)").should().beFreeOfCycles();
}
