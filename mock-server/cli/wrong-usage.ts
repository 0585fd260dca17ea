/** What the user can put right: a flag, a file, a port. It ends the command with exit code 2 and no stack. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}
