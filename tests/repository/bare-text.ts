import { parseSync } from 'vite';

/** A text in the source that breaks on a translated page. */
export interface BareText {
  file: string;
  line: number;
  text: string;
}

/**
 * What an expression renders: a permanent element or text, nothing, or one of several that change. `unknown`: the
 * source doesn't show it. `message`: text rendered by a component of the message library.
 */
type Shape = 'element' | 'text' | 'message' | 'nothing' | 'unknown' | 'changing element' | 'changing text';

// biome-ignore lint/suspicious/noExplicitAny: a node of any kind
type Node = any;

/** What our components render, by name. */
type Components = ReadonlyMap<string, Shape>;

const MESSAGES = ['Trans', 'Plural'];
const isChanging = (shape: Shape) => shape.startsWith('changing');
const isText = (shape: Shape) => shape === 'message' || shape.endsWith('text');
/** White space with a line break is not rendered. */
const isBlank = (node: Node) => node.type === 'JSXText' && /^\s*\n\s*$/.test(node.value);
const nameOf = (element: Node): string => element.openingElement.name.name ?? '';

function shapeOf(node: Node, components: Components): Shape {
  const of = (inner: Node) => shapeOf(inner, components);
  switch (node?.type) {
    case 'JSXText':
    case 'TemplateLiteral':
    case 'TaggedTemplateExpression':
      return 'text';
    case 'Literal':
      return node.value === null || typeof node.value === 'boolean' || node.value === '' ? 'nothing' : 'text';
    case 'JSXEmptyExpression':
      return 'nothing';
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return of(node.expression);
    case 'JSXElement':
      return shapeOfElement(nameOf(node), components);
    case 'JSXFragment':
      return shapeOfList(node.children.filter((child: Node) => !isBlank(child)).map(of));
    case 'LogicalExpression':
      if (node.operator === '&&') return oneOf('nothing', of(node.right));
      // The fallback text of `name ?? 'nobody'` makes it a text.
      return of(node.right) === 'text' && of(node.left) === 'unknown' ? 'text' : oneOf(of(node.left), of(node.right));
    case 'ConditionalExpression':
      return isSameElement(plain(node.consequent), plain(node.alternate))
        ? insideOf(node, components)
        : oneOf(of(node.consequent), of(node.alternate));
    case 'Identifier':
      return SLOTS.test(node.name) ? 'changing element' : 'unknown';
    case 'CallExpression':
      return node.callee.property?.name === 'map' ? shapeOfMap(node.arguments[0], components) : 'unknown';
    default:
      return 'unknown';
  }
}

/** Returns the node without its parentheses. */
const plain = (node: Node): Node => (node.type === 'ParenthesizedExpression' ? plain(node.expression) : node);

/** React keeps the element, and changes its content. */
const isSameElement = (one: Node, other: Node) =>
  one.type === 'JSXElement' &&
  other.type === 'JSXElement' &&
  nameOf(one) === nameOf(other) &&
  !MESSAGES.includes(nameOf(one)) &&
  ![one, other].some((node) =>
    node.openingElement.attributes.some((attribute: Node) => attribute.name?.name === 'key'),
  );

/** Returns the content of two alternative elements. */
function insideOf({ consequent, alternate }: Node, components: Components): Shape {
  const [one, other] = [plain(consequent), plain(alternate)].map(({ children }) =>
    shapeOfList(children.filter((child: Node) => !isBlank(child)).map((child: Node) => shapeOf(child, components))),
  ) as [Shape, Shape];
  const shape = oneOf(one, other);
  return shape === 'changing text' && one !== other ? shape : 'element';
}

/** Returns an element for an unknown component. */
function shapeOfElement(name: string, components: Components): Shape {
  const shape = components.get(name) ?? 'element';
  if (shape === 'unknown') return 'element';
  // React replaces another component's output, even if both are text.
  return shape === 'message' && !MESSAGES.includes(name) ? 'text' : shape;
}

/** The number of rendered nodes varies with the length of the list. */
function shapeOfMap(draw: Node, components: Components): Shape {
  const drawn = draw.body && draw.body.type !== 'BlockStatement' ? shapeOf(draw.body, components) : 'element';
  return isText(drawn) ? 'changing text' : 'changing element';
}

function shapeOfList(shapes: Shape[]): Shape {
  if (shapes.length <= 1) return shapes[0] ?? 'nothing';
  if (shapes.includes('changing text')) return 'changing text';
  if (shapes.some(isText)) return 'text';
  return shapes.some(isChanging) ? 'changing element' : 'element';
}

/** Changed words in one text node are harmless. Text present in only one case is not. */
function oneOf(one: Shape, other: Shape): Shape {
  if (one === other) return one;
  // With a text and an unknown value, the value is assumed to be text too.
  if ([one, other].includes('text') && [one, other].includes('unknown')) return 'text';
  return isText(one) || isText(other) ? 'changing text' : 'changing element';
}

/** Names of values that are an element or nothing, never text. */
const SLOTS = /^(icon|actions?|badge|menu|filter|more|warning|head|captcha|question)$/;

/** Boxes and forms get elements as children. Buttons, lines and paragraphs may get text. */
const mayBeText = (parent: Node, node: Node) =>
  node.expression?.name !== 'children' ||
  (parent.type === 'JSXElement' && !/^(div|form|section|Box)$/.test(nameOf(parent)));

/** An element with only text is set as a whole, which never fails. */
const isWhole = (parent: Node, node: Node) =>
  parent.type === 'JSXElement' &&
  /^[a-z]/.test(nameOf(parent)) &&
  parent.children.every((child: Node) => child === node || isBlank(child)) &&
  !/<[A-Za-z>]/.test(node.source);

/** Returns texts among children that come and go, or before which a sibling does. */
function bareAmong(parent: Node, components: Components, sourceOf: (node: Node) => string): Node[] {
  let pushed = false;
  return parent.children.filter((child: Node) => {
    if (isBlank(child)) return false;
    const shape = shapeOf(child, components);
    const whole = isWhole(parent, Object.assign(child, { source: sourceOf(child) }));
    const bare =
      shape === 'changing text'
        ? !whole
        : pushed && (isText(shape) || (shape === 'unknown' && mayBeText(parent, child)));
    // Anything may be inserted before a permanent element.
    if (shape === 'element') pushed = false;
    else if (isChanging(shape)) pushed = true;
    return bare;
  });
}

/** Returns all nodes of a file, parents first. */
function nodesIn(program: Node): Node[] {
  const nodes: Node[] = [];
  const visit = (node: Node) => {
    if (typeof node !== 'object' || node === null) return;
    if (typeof node.type === 'string') nodes.push(node);
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(program);
  return nodes;
}

/** Returns a function's return values, without nested functions. */
function* returnsOf(body: Node): Generator<Node> {
  if (body.type !== 'BlockStatement') return yield body;
  const open: Node[] = [...body.body];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'ReturnStatement') yield node.argument;
    else if (/Statement|SwitchCase/.test(node.type)) {
      open.push(...[node.consequent, node.alternate, node.body, node.cases, node.block].flat().filter(Boolean));
    }
  }
}

/** Returns the names of our components that may render nothing, or text without an element, with their output. */
function* componentsIn(nodes: Node[], components: Components): Generator<[string, Shape]> {
  for (const node of nodes) {
    const made = node.type === 'VariableDeclarator' ? node.init : node.type === 'FunctionDeclaration' ? node : null;
    const name: string = node.id?.name ?? '';
    if (!made || !/^[A-Z]/.test(name)) continue;
    if (made.callee?.name === 'lazyPart') yield [name, 'changing element'];
    if (!/Function/.test(made.type) || !made.body) continue;
    const values = [...returnsOf(made.body)].filter(Boolean).map(plain);
    const shapes = [...returnsOf(made.body)].map((value) => (value ? shapeOf(value, components) : 'nothing'));
    const pairs = values.flatMap((consequent, at) =>
      values.slice(at + 1).map((alternate) => ({ consequent, alternate })),
    );
    for (const pair of pairs) {
      if (isSameElement(pair.consequent, pair.alternate)) shapes.push(insideOf(pair, components));
    }
    if (shapes.length > 0) yield [name, shapes.reduce(oneOf)];
  }
}

/**
 * Finds text without its own element that comes and goes, or before which a sibling does, in the given files (by
 * name). Browsers that translate a page wrap each text node in elements. React then can't remove that text or
 * insert before it, and the page breaks.
 */
export function bareTextsOf(files: ReadonlyMap<string, string>): BareText[] {
  const programs = [...files].map(([file, source]) => ({
    file,
    source,
    nodes: nodesIn(parseSync(file, source).program),
  }));
  const all = new Map<string, Shape>(MESSAGES.map((name) => [name, 'message']));
  // Runs twice, because a component may render only another one.
  for (let times = 0; times < 2; times += 1) {
    for (const { nodes } of programs) {
      const components = new Map([...all, ...componentsIn(nodes, all)]);
      for (const [name, shape] of componentsIn(nodes, components)) if (!MESSAGES.includes(name)) all.set(name, shape);
    }
  }
  return programs.flatMap(({ file, source, nodes }) => {
    const sourceOf = (node: Node) => source.slice(node.start, node.end);
    // The file's own components come before others of the same name.
    const components = new Map([...all, ...componentsIn(nodes, all)]);
    const given = nodes.filter(
      ({ type, value }) =>
        type === 'JSXAttribute' &&
        value?.type === 'JSXExpressionContainer' &&
        /<[A-Za-z>]/.test(sourceOf(value)) &&
        shapeOf(value, components) === 'changing text',
    );
    return nodes
      .filter((node) => node.type === 'JSXFragment' || (node.type === 'JSXElement' && !MESSAGES.includes(nameOf(node))))
      .flatMap((node) => bareAmong(node, components, sourceOf))
      .concat(given)
      .map((node) => ({
        file,
        line: source.slice(0, node.start).split('\n').length,
        text: sourceOf(node).trim().split('\n')[0] ?? '',
      }));
  });
}
