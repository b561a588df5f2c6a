document.title = 'Site of the tests, run'
