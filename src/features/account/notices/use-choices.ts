import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/ui/feedback/toast';
import { type NoticeChoices, noticeKeys, saveChoices } from './queries';

/** Saves a checkbox at once. It shows the new value while saving, and the old one again if that fails. */
export function useChoices(userId: string, choices: NoticeChoices | undefined) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: saveChoices,
    scope: { id: `notices-${userId}` },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: noticeKeys.mine(userId) });
      toast.success(t`Notification settings saved`);
    },
  });
  return { save: mutate, shown: choices && { ...choices, ...(isPending ? variables : {}) }, failure: error };
}
