"""How pages are made: templates, words, forms, pictures, and the answers to what goes wrong."""
