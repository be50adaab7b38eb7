/** What the pages of a day's work open on a press. */
export const DIALOGS = [
  () => import('@/features/booking/check-in/scan/ScanDialog'),
  () => import('@/features/booking/check-in/NoShowDialog'),
  () => import('./GroupMessageDialog'),
] as const;
