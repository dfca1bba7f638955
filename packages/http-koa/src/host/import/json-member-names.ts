import { TokenType } from '@streamparser/json';

/** The member names of the open objects, read token by token. */
export class JsonMemberNames {
  /** An object's names so far; null for a list. */
  readonly #open: (Set<string> | null)[] = [];
  #isNameNext = false;

  /** How many objects and lists are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** Returns the token's text if it is a member's name, and whether its object already has it. */
  see({ token, value }: { readonly token: TokenType; readonly value: unknown }): {
    readonly name: string;
    readonly isRepeated: boolean;
  } | null {
    if (token === TokenType.STRING && this.#isNameNext) {
      this.#isNameNext = false;
      const name = String(value);
      const names = this.#open.at(-1);
      const isRepeated = names?.has(name) ?? false;
      names?.add(name);
      return { name, isRepeated };
    }
    if (token === TokenType.LEFT_BRACE) this.#open.push(new Set());
    else if (token === TokenType.LEFT_BRACKET) this.#open.push(null);
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#open.pop();
    else if (token !== TokenType.COMMA) return null;
    this.#isNameNext = token === TokenType.LEFT_BRACE || (token === TokenType.COMMA && this.#open.at(-1) !== null);
    return null;
  }
}
