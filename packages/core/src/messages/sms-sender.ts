/** Hands a text message to a gateway. */
export interface SmsSender {
  /**
   * Resolves when the gateway has taken the message. Throws when it has not: the message is tried again (D:W25).
   * `reference` is the same on every try of one message.
   */
  send(message: { readonly to: string; readonly text: string; readonly reference: string }): Promise<void>;
}
