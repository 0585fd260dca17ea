/** What the user can put right: a flag, a file, a port. It ends the command with exit code 2 and no stack. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** A secret that is none. Unlike the errors of commander it says nothing of the value, and its message stands by itself. */
export class InvalidSecret extends WrongUsage {}
