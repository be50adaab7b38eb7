import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Writes the errors that belong to no test, such as an unhandled rejection or a file that doesn't load. They fail a
 * run, but Vitest's JSON report leaves them out. UNHANDLED_ERRORS has the file's name.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const errors = [...modules.flatMap((module) => module.errors()), ...unhandled];
    const file = process.env.UNHANDLED_ERRORS;
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)));
  }
}
