package dev.cress.testservers;

import org.testcontainers.images.ImagePullPolicy;
import org.testcontainers.utility.DockerImageName;

/**
 * Tells Testcontainers to use only images that the engine already has. For machines without a
 * registry: {@code TESTCONTAINERS_PULL_POLICY=dev.cress.testservers.NeverPull}; a missing image
 * then fails at once instead of after minutes. Immutable.
 */
public final class NeverPull implements ImagePullPolicy {

  /** Creates the policy; Testcontainers calls this by name. */
  public NeverPull() {}

  /** Returns false for every image. */
  @Override
  public boolean shouldPull(DockerImageName imageName) {
    return false;
  }
}
