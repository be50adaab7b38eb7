import { runUntilStopped } from '../../scripts/run.ts';
import { startStack } from '../../supabase/local/stack.ts';

// A whole stack in a process of its own, for a test that takes its Postgres away. Settings come in the environment.
await runUntilStopped(async (config, keep) => {
  keep(await startStack(config, { ephemeral: true, timer: false }));
  console.info(config.urls.api);
});
