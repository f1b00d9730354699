package dev.cress.memcached.internal.connection;

import java.io.IOException;
import java.util.Objects;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import net.spy.memcached.auth.AuthDescriptor;

/**
 * A user and a password, as memcached's text protocol takes them.
 *
 * @param user the user's name
 * @param password the password
 */
public record Login(String user, String password) {

  /**
   * Asks a descriptor of spymemcached.
   *
   * @param descriptor knows user and password
   * @return both
   * @throws IllegalArgumentException if it does not tell them, or they cannot be sent
   */
  public static Login of(AuthDescriptor descriptor) {
    NameCallback name = new NameCallback("user");
    PasswordCallback password = new PasswordCallback("password", false);
    try {
      descriptor.getCallback().handle(new Callback[] {name, password});
    } catch (IOException | UnsupportedCallbackException e) {
      throw new IllegalArgumentException("the auth descriptor tells no user and password", e);
    }
    if (name.getName() == null || password.getPassword() == null) {
      throw new IllegalArgumentException("the auth descriptor tells no user and password");
    }
    return new Login(name.getName(), new String(password.getPassword()));
  }

  /**
   * Checks that user and password can be told apart.
   *
   * @param user the user's name
   * @param password the password
   */
  public Login {
    Objects.requireNonNull(password, "password");
    if (user.isEmpty() || user.chars().anyMatch(Character::isWhitespace)) {
      throw new IllegalArgumentException("a user's name must not be empty or have white space");
    }
  }

  /** Names the user only. */
  @Override
  public String toString() {
    return "login of " + user;
  }
}
