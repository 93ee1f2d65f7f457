"""What draws for all games: SVG, colours and arms, the parts of a picture and the sheets they are set on."""
