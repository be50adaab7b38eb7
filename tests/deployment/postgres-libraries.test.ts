import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { linkLibraries, loadBinaries } from '@territorio/local-supabase/postgres-binaries';
import { expect, onTestFinished, test } from 'vitest';

test('Postgres starts although npm ran no install scripts', async () => {
  const { initdb } = await loadBinaries(18);
  const installed = join(dirname(initdb), '../..');
  const folder = mkdtempSync(join(tmpdir(), 'territorio-package-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(installed, folder, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  const version = () => execFileSync(join(folder, 'native/bin/initdb'), ['--version'], { stdio: 'pipe' }).toString();

  expect(version).toThrow(/error while loading shared libraries/);
  linkLibraries(folder);
  linkLibraries(folder);
  expect(version()).toContain('initdb (PostgreSQL) 18');
  expect(readdirSync(join(folder, 'native/lib'))).toEqual(readdirSync(join(installed, 'native/lib')));
});
