// Sets everything that has to be right before the first paint: the language, the theme, and which of the HTML
// rendered at build may be shown.
(function () {
  var root = document.documentElement;
  // The languages whose addresses have a prefix (src/lib/i18n/languages.ts).
  var languages = ['es'];
  var first = location.pathname.split('/')[1];
  var said = languages.indexOf(first) >= 0 ? first : null;
  if (said) root.lang = said;
  else {
    // The address has no language, so we use the person's choice on this device, or otherwise the browser's first
    // supported language.
    var chosen = null;
    var url = new URL(location.href);
    try {
      // English was chosen before the app had started (LanguageSwitch).
      if (url.searchParams.get('lang') === 'en') localStorage.setItem('territorio-language', 'en');
      chosen = localStorage.getItem('territorio-language');
    } catch (e) {
      // If storage is blocked, we use the browser's language.
    }
    if (url.searchParams.has('lang')) {
      url.searchParams.delete('lang');
      history.replaceState(history.state, '', url);
    }
    var wished = chosen ? [chosen] : navigator.languages || [navigator.language];
    for (var i = 0; i < wished.length; i++) {
      var code = wished[i].slice(0, 2).toLowerCase();
      if (code === 'en') break;
      if (languages.indexOf(code) < 0) continue;
      // The page in the other language stays hidden until then.
      root.style.display = 'none';
      var path = location.pathname === '/' ? '' : location.pathname;
      location.replace('/' + code + path + location.search + location.hash);
      break;
    }
  }
  // The person's choice, or otherwise the system's.
  var choice = null;
  try {
    choice = localStorage.getItem('territorio-theme');
  } catch (e) {
    // If storage is blocked, we follow the system.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', dark);
  var meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute('content', dark ? '#10132c' : '#ffffff');

  // People with a session don't see the invitation to register, even before the app has started.
  try {
    root.classList.toggle('known-person', localStorage.getItem('territorio-auth') !== null);
  } catch (e) {
    // If storage is blocked, the person counts as a guest.
  }
  // A language that is chosen before the app has started keeps the query of the address, which the built file of
  // the page doesn't have.
  function keepQuery(event) {
    var link = event.target instanceof Element ? event.target.closest('a[hreflang]') : null;
    if (!link || event.defaultPrevented || !(location.search || location.hash)) return;
    var query = new URLSearchParams(location.search);
    new URLSearchParams(link.search).forEach(function (value, name) {
      query.set(name, value);
    });
    link.search = query.toString();
    link.hash = location.hash;
  }
  document.addEventListener('click', keepQuery);
  document.addEventListener('auxclick', keepQuery); // opens a new tab
  // A host may send the home page's file for an address that has no file, where it must not be shown.
  var page = root.getAttribute('data-page');
  root.classList.toggle('other-page', page !== null && page !== location.pathname);
  // A link to the booking form: on a slow connection the pictures that are out of sight wait for it (src/main.ts).
  var built = page === location.pathname;
  var form = built && location.hash === '#book';
  root.classList.toggle('form-first', form);
  // The fonts load beside the HTML. On a slow connection (isConnectionSlow) the app or the form comes first, if the HTML
  // doesn't show what the person wants (first-data.ts).
  var connection = navigator.connection || {};
  var slow = connection.saveData || /[23]g/.test(connection.effectiveType || '');
  var later = slow && (form || !built);
  root.classList.toggle('system-fonts', later);
  if (!later) {
    ['figtree-latin-wght-normal', 'piazzolla-latin-750'].forEach(function (font) {
      var link = document.createElement('link');
      link.rel = 'preload';
      link.as = 'font';
      link.type = 'font/woff2';
      link.crossOrigin = '';
      link.href = '/fonts/' + font + '.woff2';
      document.head.append(link);
    });
  }
})();
