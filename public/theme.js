// What has to be right before the first paint: the theme, and which of the HTML that the build rendered may be seen.
(function () {
  var root = document.documentElement;
  // The person's choice, else the system's.
  var choice = null;
  try {
    choice = localStorage.getItem('territorio-theme');
  } catch (e) {
    // Blocked storage: follow the system.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', dark);
  var meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute('content', dark ? '#10132c' : '#ffffff');

  // Who has a session is not asked to register, not even until the app has looked.
  try {
    root.classList.toggle('known-person', localStorage.getItem('territorio-auth') !== null);
  } catch (e) {
    // Blocked storage: a guest.
  }
  // A host may send the home page's file for an address that it has no file for: that is not to be seen there.
  var page = root.getAttribute('data-page');
  var foreign = page !== null && page !== location.pathname;
  root.classList.toggle('other-page', foreign);

  var files = root.getAttribute('data-scripts');
  if (!files) return;

  // What is pressed and typed before the app has taken the page over is kept for it (src/app/early-input.ts).
  var early = { pressed: null, typed: [] };
  var keep = function (event) {
    var target = event.target;
    if (event.type === 'click') early.pressed = target.closest('button') || early.pressed;
    else if (early.typed.indexOf(target) < 0) early.typed.push(target);
  };
  ['click', 'input'].forEach(function (kind) {
    addEventListener(kind, keep, true);
  });
  window.takeEarlyInput = function () {
    ['click', 'input'].forEach(function (kind) {
      removeEventListener(kind, keep, true);
    });
    var kept = early;
    early = { pressed: null, typed: [] };
    return kept;
  };

  // A page that can be read starts its scripts when it is all there and painted, or at the first touch: they hold up no picture.
  var signs = ['pointerdown', 'touchstart', 'keydown'];
  var started = false;
  var add = function (kind, attributes) {
    var element = document.createElement(kind);
    for (var name in attributes) element[name] = attributes[name];
    return document.head.appendChild(element);
  };
  var start = function () {
    if (started) return;
    started = true;
    signs.forEach(function (sign) {
      removeEventListener(sign, start, true);
    });
    files = files.split(' ');
    // The app draws what the page has no rules for yet: it runs when the whole stylesheet is there, or cannot be had.
    var styles = add('link', { rel: 'stylesheet', href: root.getAttribute('data-styles') });
    styles.onload = styles.onerror = function () {
      add('script', { type: 'module', crossOrigin: '', src: files[0] });
    };
    files.forEach(function (file) {
      add('link', { rel: 'modulepreload', crossOrigin: '', href: file });
    });
  };
  if (foreign) {
    start();
    return;
  }
  signs.forEach(function (sign) {
    addEventListener(sign, start, { capture: true, passive: true });
  });
  addEventListener('load', function () {
    // A page in the background is not painted, and not every browser tells.
    setTimeout(start, 500);
    try {
      new PerformanceObserver(start).observe({ type: 'largest-contentful-paint', buffered: true });
    } catch (e) {
      start();
    }
  });
})();
