// npm runs this after `npm ci` in a clone. It turns on the hooks of .githooks, and never fails an installation. It
// imports only Node, because it also runs without development dependencies.
import { execFileSync } from 'node:child_process';

function git(...args) {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return ''; // no git, no repository, or no such setting
  }
}

const folder = git('rev-parse', '--git-dir');
// A linked worktree shares its settings with the main one, so it must not change them.
const isMainWorktree = folder !== '' && folder === git('rev-parse', '--git-common-dir');
const isOwnRepository = git('rev-parse', '--show-prefix') === '';

if (isMainWorktree && isOwnRepository && !process.env.CI && !git('config', '--get', 'core.hooksPath')) {
  git('config', 'core.hooksPath', '.githooks');
}
