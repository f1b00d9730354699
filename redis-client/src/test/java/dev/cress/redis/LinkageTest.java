package dev.cress.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whether the classes of this module fit the Lettuce and Netty on the class path, which need not be
 * those that they were compiled against. The build runs it on each version that is supported.
 */
class LinkageTest {

  private final JavaClasses classes =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.cress.redis");

  @Test
  void allThatIsCalledIsThere() {
    List<JavaAccess<?>> accesses =
        classes.stream()
            .<JavaAccess<?>>flatMap(type -> type.getAccessesFromSelf().stream())
            .filter(access -> isForeign(access.getTargetOwner()))
            .toList();

    assertThat(accesses.size()).isGreaterThan(100);
    assertThat(accesses)
        .filteredOn(access -> access.getTarget().resolveMember().isEmpty())
        .map(JavaAccess::getDescription)
        .isEmpty();
  }

  @Test
  void allThatIsAbstractIsImplemented() {
    List<Method> methods =
        classes.stream()
            .<Class<?>>map(JavaClass::reflect)
            .filter(type -> !Modifier.isAbstract(type.getModifiers()))
            .flatMap(type -> Arrays.stream(type.getMethods()))
            .toList();

    assertThat(methods.size()).isGreaterThan(100);
    assertThat(methods).filteredOn(method -> Modifier.isAbstract(method.getModifiers())).isEmpty();
  }

  private static boolean isForeign(JavaClass type) {
    return type.getPackageName().startsWith("io.lettuce")
        || type.getPackageName().startsWith("io.netty");
  }
}
