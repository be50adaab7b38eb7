import { parseArgs } from 'node:util';

/** Of a command that takes no arguments: `--help` prints what it does and ends it, and so does what it does not know, with exit code 1. */
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
