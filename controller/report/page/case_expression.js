// SPDX-License-Identifier: GPL-3.0-or-later
// A condition on the cases of a campaign: `link=e0 & tcp~enhanced`. The language is that of
// controller/testset/case_filter.h; a test compares both over random expressions.

const kAxes = ['link', 'router', 'tcp', 'workload'];
const kLargestExpression = 2000;

class ExpressionError extends Error {
  constructor(position, message) {
    super(message);
    this.position = position;
  }
}

function expressionTokens(text) {
  const tokens = [];
  const token = /\s*(?:"([^"]*)"|(!=|!~|==|=|~|&&|&|\|\||\||[!(),])|([\w.+*?\/\-\u0080-\uffff]+))/y;
  const end = text.trimEnd().length;
  while (token.lastIndex < end) {
    const start = token.lastIndex + /^\s*/.exec(text.slice(token.lastIndex))[0].length;
    const found = token.exec(text);
    if (!found) {
      if (text[start] === '"') throw new ExpressionError(start, 'the quote is not closed');
      throw new ExpressionError(start, '`' + text[start] +
          '` has no meaning here; put it into double quotes if it belongs to a value');
    }
    const [, quoted, sign, word] = found;
    if (sign !== undefined) tokens.push({kind: 'sign', text: sign === '==' ? '=' : sign.length === 2 && sign[0] === sign[1] ? sign[0] : sign, start});
    else tokens.push({kind: 'word', text: quoted ?? word, quoted: quoted !== undefined, start});
  }
  tokens.push({kind: 'end', text: '', start: text.length});
  return tokens;
}

/** Whether the value matches the pattern with * and ?. After a mismatch only the last * grows. */
function isLike(value, pattern) {
  let v = 0, p = 0, star = -1, taken = 0;
  while (v < value.length) {
    if (pattern[p] === '*') [star, taken] = [p++, v];
    else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === value[v])) ++p, ++v;
    else if (star >= 0) [p, v] = [star + 1, ++taken];
    else return false;
  }
  return /^\**$/.test(pattern.slice(p));
}

/** Returns a function of a case (an object with the members link, router, tcp, workload). */
function parseCaseExpression(text) {
  if (text.length > kLargestExpression)
    throw new ExpressionError(kLargestExpression,
        'the condition is longer than ' + kLargestExpression + ' characters');
  const tokens = expressionTokens(text);
  let at = 0;
  const now = () => tokens[at];
  const fail = (message, position = now().start) => {
    throw new ExpressionError(position, message);
  };
  const isSign = (sign) => now().kind === 'sign' && now().text === sign;
  const isWord = (word) => now().kind === 'word' && !now().quoted && now().text.toLowerCase() === word;

  function chain(sign, word, inner, combine) {
    return (after) => {
      let left = inner(after);
      while (isSign(sign) || isWord(word)) {
        const before = left;
        const right = inner(tokens[at++].text);
        left = (c) => combine(before(c), () => right(c));
      }
      return left;
    };
  }
  function one(after) {
    if (isSign('!') || isWord('not')) {
      const inner = one(tokens[at++].text);
      return (c) => !inner(c);
    }
    if (isSign('(')) {
      const open = tokens[at++].start;
      const inner = alternatives('(');
      if (!isSign(')')) fail('the `(` is not closed', open);
      ++at;
      return inner;
    }
    if (now().kind !== 'word' || isWord('and') || isWord('or'))
      fail('expected a condition such as link=e0' + (after ? ' after `' + after + '`' : ''));
    return condition();
  }
  function condition() {
    const word = tokens[at++];
    if (now().kind === 'sign' && ['=', '!=', '~', '!~'].includes(now().text)) return comparison(word);
    const lower = word.text.toLowerCase();
    if (!word.quoted && lower === 'excluded') return () => false;
    if (!word.quoted && lower === 'included') return () => true;
    return (c) => kAxes.some((axis) => c[axis].toLowerCase().includes(lower));
  }
  function comparison(word) {
    const axis = word.text.toLowerCase();
    if (!kAxes.includes(axis))
      fail('`' + word.text + '` is no axis: link, router, tcp or workload', word.start);
    const sign = tokens[at++].text;
    const values = [];
    let before = sign;
    do {
      if (values.length > 0) before = tokens[at++].text;
      if (now().kind !== 'word') fail('expected a value after `' + before + '`');
      values.push(tokens[at++].text);
    } while (isSign(','));
    const matches = sign.endsWith('~')
        ? (own, value) => own.toLowerCase().includes(value.toLowerCase())
        : isLike;
    return (c) => values.some((value) => matches(c[axis], value)) !== sign.startsWith('!');
  }
  const both = chain('&', 'and', one, (left, right) => left && right());
  const alternatives = chain('|', 'or', both, (left, right) => left || right());

  if (now().kind === 'end') return () => true;
  const test = alternatives('');
  if (isSign(')')) fail('`)` without `(`');
  if (now().kind !== 'end') fail('expected `&` or `|` before `' + now().text + '`');
  return test;
}
