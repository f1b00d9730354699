package dev.cress.memcached.internal.operation;

/** An operation that may carry a CAS token, which is good for one socket only. */
public interface CarriesToken {

  /**
   * Tells whether a socket may send this operation.
   *
   * @param tag the socket's tag
   * @return false if the operation carries a token that was not read on that socket
   */
  boolean fits(int tag);

  /** Ends the operation, unsent, as if the server had answered that the item was changed. */
  void endAsChanged();
}
