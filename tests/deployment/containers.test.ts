import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'territorio-containers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inDockerfile = (text: string) => validate(text).map(({ message }) => message);
const inCompose = (path: string) =>
  new DCLinter({
    rules: { 'require-quotes-in-ports': [1, { quoteType: 'double' }] },
    quiet: false,
    debug: false,
    exclude: [],
  })
    .lintFiles([path], false)
    .flatMap(({ messages }) => messages.map(({ rule, message }) => `${rule}: ${message}`));

test('Dockerfile and compose.yaml have no faults', () => {
  expect(inDockerfile(readFileSync('Dockerfile', 'utf8'))).toEqual([]);
  expect(inCompose('compose.yaml')).toEqual([]);
});

test('control: faults are detected', () => {
  expect(inDockerfile('FROM node\nRUNN npm ci\n')).toEqual(['Unknown instruction: RUNN']);
  const faulty = join(folder, 'compose.yaml');
  writeFileSync(faulty, 'name: a\nservices:\n  site:\n    build: .\n    port: 8080\n');
  expect(inCompose(faulty)).toContainEqual(expect.stringContaining('invalid-schema'));
});

test('the image runs as an unprivileged user, and no secret is copied into it', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  expect(dockerfile).toMatch(/^USER 1000:1000$/m);
  expect(dockerfile).not.toMatch(/SECRET|SERVICE_ROLE/);
  expect(readFileSync('.dockerignore', 'utf8')).toMatch(/^\*\*\/\.env$/m);
});
