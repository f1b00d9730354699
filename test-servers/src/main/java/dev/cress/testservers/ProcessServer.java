package dev.cress.testservers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A child process with a directory of its own, which it works in and which outlives a restart. */
final class ProcessServer implements Server {

  private final List<String> command;
  private final Path dir;
  private @Nullable Process process;

  /** The files, by name and with their text, are in the directory when the process starts. */
  ProcessServer(List<String> command, Map<String, String> files) {
    this.command = List.copyOf(command);
    try {
      this.dir = Files.createTempDirectory("cress-server-");
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(dir.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void start() {
    File log = logFile().toFile();
    try {
      process =
          new ProcessBuilder(command)
              .directory(dir.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean running() {
    return process != null && process.isAlive();
  }

  @Override
  public void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  @Override
  public void pause() {
    signal("STOP");
  }

  @Override
  public void resume() {
    signal("CONT");
  }

  /** Uses the shell's own {@code kill}: small systems have no such program. */
  private void signal(String name) {
    if (process == null) {
      throw new IllegalStateException("The server has not been started");
    }
    String line = "kill -" + name + " " + process.pid();
    try {
      Process kill = new ProcessBuilder("sh", "-c", line).inheritIO().start();
      if (kill.onExit().join().exitValue() != 0) {
        throw new IllegalStateException(line + " failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String log() {
    try {
      return Files.exists(logFile()) ? Files.readString(logFile()) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path logFile() {
    return dir.resolve("server.log");
  }

  @Override
  public void remove() {
    try (Stream<Path> files = Files.walk(dir)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
