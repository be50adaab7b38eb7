import { parseArgs } from 'node:util';

/**
 * Handles a command without arguments: prints `usage` and exits with code 0 for `--help`, and 1 for an unknown
 * argument.
 */
export function answerHelp(usage: string): void {
  try {
    const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
    if (!values.help) return;
    console.info(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    process.exit(1);
  }
}
