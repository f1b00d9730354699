package dev.cress.testservers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * An authority of a test's own and the certificates that it signs, as PEM files that end with the
 * test's directory. Made by the JDK's {@code keytool}, about half a second each. Not thread-safe.
 */
public final class Certificates {

  private static final String PASSWORD = "only-in-this-test";
  private static final String AUTHORITY = "authority";

  private final Path dir;

  /**
   * A certificate and its private key.
   *
   * @param certificate PEM file
   * @param key PEM file, PKCS #8, not encrypted
   */
  public record Identity(Path certificate, Path key) {}

  /**
   * Makes a new authority, which no one else trusts.
   *
   * @param dir an empty directory to keep everything in; the authority has its name
   */
  public Certificates(Path dir) {
    this.dir = dir;
    generate(AUTHORITY, dir.getFileName().toString(), List.of("-ext", "bc:c", "-validity", "2"));
    write(AUTHORITY);
  }

  /** Returns the PEM file with the authority's own certificate. */
  public Path authority() {
    return dir.resolve(AUTHORITY + ".crt");
  }

  /**
   * Signs a certificate that is valid for two days.
   *
   * @param name names the files
   * @param holder the subject's alternative names, for example {@code ip:127.0.0.1,dns:localhost}
   */
  public Identity sign(String name, String holder) {
    return sign(name, holder, "-0d", "2");
  }

  /** Signs a certificate that was valid until yesterday; the rest is as for {@link #sign}. */
  public Identity signExpired(String name, String holder) {
    return sign(name, holder, "-3d", "2");
  }

  private Identity sign(String name, String holder, String start, String days) {
    generate(
        name,
        name,
        List.of(
            "-signer", AUTHORITY, "-ext", "san=" + holder, "-startdate", start, "-validity", days));
    write(name);
    return new Identity(dir.resolve(name + ".crt"), dir.resolve(name + ".key"));
  }

  private void generate(String alias, String subject, List<String> more) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", alias, "-dname", "CN=" + subject));
    command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-keystore", store().toString(), "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    command.addAll(more);
    try {
      Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
      if (keytool.onExit().join().exitValue() != 0) {
        throw new IllegalStateException("keytool failed: " + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path store() {
    return dir.resolve("store.p12");
  }

  private void write(String alias) {
    try {
      KeyStore store = KeyStore.getInstance(store().toFile(), PASSWORD.toCharArray());
      pem(alias + ".crt", "CERTIFICATE", store.getCertificate(alias).getEncoded());
      byte[] key = store.getKey(alias, PASSWORD.toCharArray()).getEncoded();
      pem(alias + ".key", "PRIVATE KEY", key);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /* Readable for all: the server may run as a user of its own. */
  private void pem(String file, String what, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        dir.resolve(file),
        "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
  }
}
