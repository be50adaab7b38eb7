import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A function as uploaded to the platform. */
export type Deployment = {
  slug: string;
  metadata: { entrypoint_path: string; import_map_path: string; verify_jwt: boolean };
  /** The uploaded files by their paths inside the project. */
  files: Map<string, string>;
};

export type ManagementApi = {
  url: string;
  projectRef: string;
  functions: Map<string, Deployment>;
  secrets: Map<string, string>;
  /** The settings sent by `config push`, by resource, such as `auth`. */
  config: Map<string, Record<string, unknown>>;
  /** Unknown requests, so that a response of `{}` can't pass for a deployment. */
  unknown: string[];
  stop(): Promise<void>;
};

const PROJECT_REF = 'abcdefghijklmnopqrst';

/**
 * Imitates the parts of the Management API that the official CLI needs to deploy to an empty hosted project. Only
 * records requests.
 */
export async function startManagementApi(): Promise<ManagementApi> {
  const seen = {
    functions: new Map<string, Deployment>(),
    secrets: new Map<string, string>(),
    config: new Map<string, Record<string, unknown>>(),
    unknown: [] as string[],
  };
  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const path = url.pathname.replace(`/projects/${PROJECT_REF}`, '');
    const key = `${request.method} ${path}`;
    const found = EMPTY_PROJECT[key];
    if (found !== undefined) return { status: 200, body: found };
    if (key === 'POST /v1/functions/deploy') {
      const deployment = await readDeployment(url.searchParams.get('slug') ?? '', request);
      seen.functions.set(deployment.slug, deployment);
      return { status: 201, body: functionOf(deployment.slug) };
    }
    if (key === 'PUT /v1/functions')
      return { status: 200, body: { functions: [...seen.functions.keys()].map(functionOf) } };
    if (key === 'POST /v1/secrets') {
      const secrets = JSON.parse(await text(request)) as { name: string; value: string }[];
      for (const { name, value } of secrets) seen.secrets.set(name, value);
      return { status: 201, body: {} };
    }
    if (request.method === 'PATCH') {
      const sent = JSON.parse(await text(request)) as Record<string, unknown>;
      const resource = path.replace('/v1/', '').replace('config/', '');
      seen.config.set(resource, sent);
      return { status: 200, body: { ...UPDATED[resource], ...sent } };
    }
    seen.unknown.push(key);
    return { status: 404, body: { message: `The fake does not know ${key}.` } };
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((stopped) => server.close(() => stopped()));
  return { url: `http://127.0.0.1:${port}`, projectRef: PROJECT_REF, ...seen, stop };
}

const PROJECT = {
  id: PROJECT_REF,
  ref: PROJECT_REF,
  organization_id: 'rehearsal',
  organization_slug: 'rehearsal',
  name: 'rehearsal',
  region: 'us-east-1',
  created_at: '2026-01-01T00:00:00Z',
  status: 'ACTIVE_HEALTHY',
  database: { host: 'localhost', version: '17.4.1.1', postgres_engine: '17', release_channel: 'ga' },
};

/** A new project's responses, by method and path below `/projects/<ref>`. */
const EMPTY_PROJECT: Record<string, unknown> = {
  'GET /v1': PROJECT,
  'GET /v1/api-keys': [
    { id: 'anon', name: 'anon', api_key: 'anon', type: 'legacy' },
    { id: 'service_role', name: 'service_role', api_key: 'service_role', type: 'legacy' },
  ],
  'GET /v1/config/storage': { fileSizeLimit: 52_428_800, features: {} },
  'GET /v1/config/database/pooler': [],
  'GET /v1/billing/addons': { selected_addons: [], available_addons: [] },
  'GET /v1/functions': [],
  'GET /v2/config': {
    data: {
      type: 'project_config',
      id: PROJECT_REF,
      attributes: {
        api: { db_schema: 'public,graphql_public', db_extra_search_path: 'public,extensions', max_rows: 1000 },
        auth: { site_url: 'http://localhost:3000', uri_allow_list: '', jwt_exp: 3600 },
        database: { settings: {} },
        pooler: { default_pool_size: 15 },
        realtime: { max_concurrent_users: 200 },
        storage: { file_size_limit: 52_428_800 },
      },
    },
  },
};

/** Fields of the response to an update in addition to the sent ones. */
const UPDATED: Record<string, Record<string, unknown>> = {
  postgrest: {
    max_rows: 1000,
    db_schema: '',
    db_extra_search_path: '',
    db_pool: null,
    db_pool_acquisition_timeout: 10,
    db_pool_max_idletime: 30,
    db_pool_max_lifetime: 1800,
  },
  auth: JSON.parse(readFileSync(new URL('auth-config.json', import.meta.url), 'utf8')),
};

function functionOf(slug: string) {
  return { id: slug, slug, name: slug, status: 'ACTIVE', version: 1, created_at: 1, updated_at: 1 };
}

async function readDeployment(slug: string, request: IncomingMessage): Promise<Deployment> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = await new Response(Buffer.concat(chunks), { headers }).formData();
  const metadata = JSON.parse(String(form.get('metadata'))) as Deployment['metadata'];
  const files = new Map<string, string>();
  for (const file of form.getAll('file')) if (file instanceof File) files.set(file.name, await file.text());
  return { slug, metadata, files };
}
