import { runUntilStopped } from '../../scripts/run.ts';
import { startStack } from '../../supabase/local/stack.ts';

// Runs a whole stack in a separate process, for a test that kills its Postgres. Settings are in the environment.
await runUntilStopped(async (config, keep, signal) => {
  keep(await startStack(config, { ephemeral: true, timer: false, signal }));
  console.info(config.urls.api);
});
