package dev.cress.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What the command line may depend on. */
@AnalyzeClasses(packages = "dev.cress.cli", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule theModuleDependsOnLittle =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.cress.cli",
              "dev.cress.node",
              "dev.cress.hash",
              "dev.cress.selector",
              "java..",
              "org.jspecify..",
              "picocli..",
              "org.snakeyaml.engine..",
              "com.fasterxml.jackson.core..",
              "io.lettuce.core..");

  @ArchTest
  static final ArchRule onlyTheLiveSampleTalksToServers =
      noClasses()
          .that()
          .doNotHaveSimpleName("LiveSample")
          .and()
          .doNotHaveSimpleName("ScanOptions")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.lettuce..");
}
