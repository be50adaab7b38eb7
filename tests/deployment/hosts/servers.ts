import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ask, fetchAnswer } from './answer.ts';

/** A real server on this machine with the project's configuration file. */
export interface RunningServer {
  ask: Ask;
  stop(): Promise<void>;
}

interface Place {
  /** The folder for the server's output. */
  folder: string;
  dist: string;
  /** The output of `npm run build -- --host=…`. */
  generated: string;
  apiUrl: string;
  port: number;
}

const ENVIRONMENT = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` };

export const isInstalled = (name: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${name}`], { env: ENVIRONMENT }).status === 0;

export async function startNginx({ folder, dist, generated, apiUrl, port }: Place): Promise<RunningServer> {
  const site = readFileSync('deploy/nginx.conf.template', 'utf8')
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template's own
    .replaceAll('${SUPABASE_URL}', apiUrl)
    .replaceAll('/etc/nginx/territorio', generated)
    .replaceAll('/usr/share/nginx/html', dist)
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  mkdirSync(folder, { recursive: true });
  const conf = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, name)};`,
  );
  const http = ['http {', '  access_log off;', '  include /etc/nginx/mime.types;', ...temporary, site, '}'];
  // Otherwise, its workers can't read the test's folder.
  const user = process.getuid?.() === 0 ? ['user root;'] : [];
  const main = [...user, `pid ${join(folder, 'pid')};`, 'daemon off;', 'error_log stderr warn;', 'events {}', ...http];
  writeFileSync(conf, main.join('\n'));
  return running(spawn('nginx', ['-p', folder, '-c', conf], { env: ENVIRONMENT }), port);
}

export async function startCaddy({ folder, dist, generated, apiUrl, port }: Place): Promise<RunningServer> {
  const conf = join(folder, 'Caddyfile');
  mkdirSync(folder, { recursive: true });
  writeFileSync(conf, readFileSync('deploy/Caddyfile', 'utf8').replaceAll('generated/', `${generated}/`));
  const env = {
    ...ENVIRONMENT,
    HOME: folder,
    SITE_ADDRESS: `http://127.0.0.1:${port}`,
    SITE_ROOT: dist,
    SUPABASE_URL: apiUrl,
  };
  return running(spawn('caddy', ['run', '--config', conf, '--adapter', 'caddyfile'], { env }), port);
}

async function running(child: ChildProcess, port: number): Promise<RunningServer> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 1; ; attempt += 1) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) break;
    if (child.exitCode !== null || attempt === 100) throw new Error(said);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    ask: (path) => fetchAnswer(new URL(path, url)),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
