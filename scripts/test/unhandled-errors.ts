import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Writes the errors that belong to no test, such as a rejection that nobody handles, or a file that does not load: they
 * fail a run, and Vitest's JSON report leaves them out. The file's name is in UNHANDLED_ERRORS.
 */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const errors = [...modules.flatMap((module) => module.errors()), ...unhandled];
    const file = process.env.UNHANDLED_ERRORS;
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)));
  }
}
