let reloading = false;

/** Reloads the page without asking, as every form's draft is kept. */
export function reloadKeepingDrafts(load: () => void): void {
  reloading = true;
  load();
}

/** Whether `reloadKeepingDrafts` is leaving the page. */
export const isReloading = (): boolean => reloading;
