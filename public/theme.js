// What has to be right before the first paint: the language, the theme, and which of the HTML that the build rendered may be seen.
(function () {
  var root = document.documentElement;
  // The languages whose addresses have a prefix (src/lib/i18n/languages.ts).
  var languages = ['es'];
  var first = location.pathname.split('/')[1];
  var said = languages.indexOf(first) >= 0 ? first : null;
  if (said) root.lang = said;
  else {
    // Not in the address: the person's choice on this device, otherwise the browser's first supported language.
    var chosen = null;
    var url = new URL(location.href);
    try {
      // English was chosen before the app had started (LanguageSwitch).
      if (url.searchParams.get('lang') === 'en') localStorage.setItem('territorio-language', 'en');
      chosen = localStorage.getItem('territorio-language');
    } catch (e) {
      // Blocked storage: as the browser wishes.
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
      // Hides the page in the other language until then.
      root.style.display = 'none';
      var path = location.pathname === '/' ? '' : location.pathname;
      location.replace('/' + code + path + location.search + location.hash);
      break;
    }
  }
  // The person's choice, otherwise the system's.
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

  // People with a session don't see the invitation to register, even before the app has started.
  try {
    root.classList.toggle('known-person', localStorage.getItem('territorio-auth') !== null);
  } catch (e) {
    // Blocked storage: a guest.
  }
  // A language that is chosen before the app is there keeps what the address asks for: the file of the page knew no query.
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
  document.addEventListener('auxclick', keepQuery); // into a tab of its own
  // A host may send the home page's file for an address that it has no file for: that is not to be seen there.
  var page = root.getAttribute('data-page');
  root.classList.toggle('other-page', page !== null && page !== location.pathname);
  // A link to the booking form: on a slow connection the pictures that are out of sight wait for it (src/main.ts).
  root.classList.toggle('form-first', page === location.pathname && location.hash === '#book');
})();
