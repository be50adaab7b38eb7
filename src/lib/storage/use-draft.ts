import { useRef, useState } from 'react';
import { readText, removeText, writeText } from './storage.ts';

const join = (texts: string[]) => texts.filter(Boolean).join('\n\n');

/**
 * What is being written, kept for this tab under the key, which tells apart who writes and what it is for: a reload or the way
 * through the login page loses nothing, and nobody else finds it. A text that is on its way stays kept until the server has it, and comes
 * back into the field, before what was typed since, when it could not be sent.
 */
export function useDraft(key: string) {
  const [text, setText] = useState(() => readText('session', key) ?? '');
  const now = useRef(text);
  const onTheWay = useRef<string[]>([]);

  function keep() {
    const all = join([...onTheWay.current, now.current]);
    if (all) writeText('session', key, all);
    else removeText('session', key);
  }

  function write(value: string) {
    now.current = value;
    setText(value);
    keep();
  }

  /** Empties the field and sends. Throws what the sending threw. */
  async function send(value: string, deliver: (value: string) => Promise<unknown>) {
    onTheWay.current.push(value);
    write('');
    const leave = () => {
      const at = onTheWay.current.indexOf(value);
      onTheWay.current.splice(at, 1);
    };
    try {
      await deliver(value);
      leave();
      keep();
    } catch (error) {
      leave();
      write(join([value, now.current]));
      throw error;
    }
  }

  return { text, write, send };
}
