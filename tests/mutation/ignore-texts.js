/**
 * Leaves the content of Lingui's macros unchanged, because the macro reads it when the file is built, and can't
 * read a broken one. The texts themselves are not rules.
 */
const MACROS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'defineMessage']);

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'texts',
    value: {
      shouldIgnore(path) {
        const macro = path.isTaggedTemplateExpression()
          ? path.node.tag
          : path.isCallExpression()
            ? path.node.callee
            : null;
        return macro?.type === 'Identifier' && MACROS.has(macro.name) ? 'A text, not a rule.' : undefined;
      },
    },
  },
];
