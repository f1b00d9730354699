package dev.cress.memcached.internal.operation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.spy.memcached.ops.OperationCallback;

/** The first command to a server that wants a user and a password ({@code memcached -Y}). */
final class LoginText extends TextOperation {

  private final String user;
  private final String password;

  LoginText(String user, String password, OperationCallback caller) {
    super(caller);
    this.user = user;
    this.password = password;
  }

  @Override
  public void initialize() {
    byte[] secret = (user + " " + password).getBytes(StandardCharsets.UTF_8);
    byte[] command = ("set login 0 0 " + secret.length).getBytes(StandardCharsets.US_ASCII);
    ByteBuffer request = ByteBuffer.allocate(command.length + secret.length + 4);
    setBuffer(request.put(command).put(END_OF_LINE).put(secret).put(END_OF_LINE).flip());
  }

  @Override
  void onLine(String reply) throws IOException {
    if (!reply.equals("STORED")) {
      throw unexpected();
    }
    finish(StoreText.STORED);
  }

  @Override
  public String toString() {
    return "login";
  }
}
