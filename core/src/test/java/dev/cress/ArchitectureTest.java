package dev.cress;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.stream.Stream;

/** The arrows between the packages of this module, and what the module may depend on. */
@AnalyzeClasses(packages = "dev.cress", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  /** A package that may import another may also import what that one may: values travel along. */
  @ArchTest
  static final ArchRule packagesImportOnlyAlongTheArrows =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .withOptionalLayers(true)
          .layer("node")
          .definedBy("dev.cress.node..")
          .layer("hash")
          .definedBy("dev.cress.hash..")
          .layer("selector")
          .definedBy("dev.cress.selector..")
          .layer("topology")
          .definedBy("dev.cress.topology..")
          .layer("routing")
          .definedBy("dev.cress.routing..")
          .layer("migration")
          .definedBy("dev.cress.migration..")
          .layer("health")
          .definedBy("dev.cress.health..")
          .layer("metrics")
          .definedBy("dev.cress.metrics..")
          .whereLayer("node")
          .mayNotAccessAnyLayer()
          .whereLayer("hash")
          .mayNotAccessAnyLayer()
          .whereLayer("selector")
          .mayOnlyAccessLayers("node", "hash")
          .whereLayer("topology")
          .mayOnlyAccessLayers("node", "hash", "selector")
          .whereLayer("routing")
          .mayOnlyAccessLayers("node", "hash", "selector", "topology")
          .whereLayer("migration")
          .mayOnlyAccessLayers("node", "hash", "selector", "topology", "routing", "metrics")
          .whereLayer("health")
          .mayOnlyAccessLayers("node")
          .whereLayer("metrics")
          .mayOnlyAccessLayers("node")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule everyClassLivesInAPackageOfTheTable =
      classes()
          .should()
          .resideInAnyPackage(
              "dev.cress.node..",
              "dev.cress.hash..",
              "dev.cress.selector..",
              "dev.cress.topology..",
              "dev.cress.routing..",
              "dev.cress.migration..",
              "dev.cress.health..",
              "dev.cress.metrics..");

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("dev.cress.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theModuleDependsOnLittle =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.cress..",
              "java..",
              "org.slf4j..",
              "org.jspecify..",
              "io.micrometer..",
              "com.dynatrace.hash4j..");

  @ArchTest
  static final ArchRule theHashLibraryIsNoPartOfTheApi = members().should(hideTheHashLibrary());

  private static ArchCondition<JavaMember> hideTheHashLibrary() {
    return new ArchCondition<>("not show hash4j if public or protected") {
      @Override
      public void check(JavaMember member, ConditionEvents events) {
        boolean api =
            member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
        boolean shows =
            typesOf(member).anyMatch(type -> type.getPackageName().startsWith("com.dynatrace"));
        if (api && shows) {
          events.add(SimpleConditionEvent.violated(member, member.getFullName()));
        }
      }
    };
  }

  private static Stream<JavaClass> typesOf(JavaMember member) {
    if (member instanceof JavaField field) {
      return field.getType().getAllInvolvedRawTypes().stream();
    }
    JavaCodeUnit unit = (JavaCodeUnit) member;
    return Stream.concat(
        unit.getReturnType().getAllInvolvedRawTypes().stream(),
        unit.getParameterTypes().stream().flatMap(t -> t.getAllInvolvedRawTypes().stream()));
  }
}
