import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BOOK_ACTIONS, bindKeys, findConflict, showBinding, toBinding } from './hotkeys.ts';

const NONE = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const press = (key: string, change: Partial<typeof NONE> = {}) => toBinding({ ...NONE, key, ...change });

describe('keys', () => {
  test('a letter has its Shift, a sign does not, and Ctrl and ⌘ are the same', () => {
    assert.equal(press('b'), 'B');
    assert.equal(press('B', { shiftKey: true }), 'shift+B');
    assert.equal(press('?', { shiftKey: true }), '?');
    assert.equal(press('k', { ctrlKey: true, shiftKey: true }), 'mod+shift+K');
    assert.equal(press('k', { metaKey: true }), 'mod+K');
    assert.equal(press('F5', { altKey: true }), 'alt+F5');
  });

  test('a modifier alone and a key with a fixed meaning are no keys of an action', () => {
    for (const key of ['Shift', 'Control', 'Enter', 'Escape', 'Tab', 'ArrowUp', ' ', '+'])
      assert.equal(press(key), null, key);
  });

  test('keys are shown with spaces', () => {
    assert.equal(showBinding('mod+shift+K'), 'Ctrl ⇧ K');
    assert.equal(showBinding('Home'), 'Home');
  });

  test('a stored key replaces the default, and a key of another action is a conflict', () => {
    const bindings = bindKeys(BOOK_ACTIONS, { 'book.buy': 'K', unknown: 'U' });
    assert.equal(bindings.get('book.buy'), 'K');
    assert.equal(bindings.get('book.sell'), 'S');
    assert.equal(bindings.has('unknown'), false);
    assert.equal(findConflict(BOOK_ACTIONS, bindings, 'book.sell', 'K')?.id, 'book.buy');
    assert.equal(findConflict(BOOK_ACTIONS, bindings, 'book.buy', 'K'), null);
    assert.equal(findConflict(BOOK_ACTIONS, bindings, 'book.sell', 'B'), null);
  });
});
