import { dependencies } from '../_shared/dependencies.ts';
import { handle } from './handler.ts';

const deps = dependencies((name) => Deno.env.get(name));
Deno.serve((request) => handle(request, deps));
