import { dependencies } from '../_shared/dependencies.ts';
import { handle, teamAddress } from './handler.ts';

const env = (name: string) => Deno.env.get(name);
const deps = dependencies(env);
const team = teamAddress(env, deps.mail.from);
Deno.serve((request) => handle(request, deps, team));
